@rem Runs the tests on Windows. Not tried there yet.
@py -3 "%~dp0test.py" %*
