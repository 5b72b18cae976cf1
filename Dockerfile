FROM python:3.11-slim
WORKDIR /srv/shirma
ENV PYTHONUNBUFFERED=1 SHIRMA_DATA=/data SHIRMA_HOST=0.0.0.0 SHIRMA_PORT=8000
COPY requirements.lock ./
RUN pip install --no-cache-dir --no-deps -r requirements.lock
COPY . .
# `shirma` on the path, and this folder on Python's; the words compiled, for the server may not write here.
RUN pwd > "$(python -c 'import site; print(site.getsitepackages()[0])')/shirma.pth" \
    && printf '#!/bin/sh\nexec python -P -m app.cli "$@"\n' > /usr/local/bin/shirma \
    && chmod +x /usr/local/bin/shirma \
    && python -c 'from app.services.language import compile_catalogues; compile_catalogues()' \
    && useradd --system shirma && mkdir /data && chown shirma /data
USER shirma
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["shirma", "serve", "--no-browser"]
