# Builds the site with its content loaded; run it with:
#   docker run --rm -p 8000:8000 unraise
FROM docker.io/library/python:3.12-slim AS build
WORKDIR /srv/unraise
RUN python -m venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
COPY requirements/base.txt requirements/base.txt
RUN pip install --quiet --require-hashes -r requirements/base.txt
COPY . .
RUN pip install --quiet --no-deps --no-build-isolation -e . \
    && python -m compileall -q app \
    && UNRAISE_DATA=/srv/data unraise load

FROM docker.io/library/python:3.12-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin unraise
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/unraise /srv/unraise
COPY --from=build --chown=unraise:unraise /srv/data /srv/data
WORKDIR /srv/unraise
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 UNRAISE_DATA=/srv/data HOST=0.0.0.0 PORT=8000
USER unraise
EXPOSE 8000
VOLUME /srv/data
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s \
    CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$PORT/healthz', timeout=2)"
CMD ["unraise", "serve"]
