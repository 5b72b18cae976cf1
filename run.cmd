@rem Starts Shirma on Windows. Not tried there yet.
@py -3 "%~dp0run.py" %*
