# rokumen's commands and pages in a container: see docs/installing.md.
# The digest is that of the index for all architectures, as docker-library/repo-info lists it.
FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b

# OpenCV loads these two.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libgl1 libglib2.0-0 \
    && rm -rf /var/lib/apt/lists/*

# Every package has the version and the hash of the lock file, hatchling too, which builds rokumen.
COPY . /sources
RUN pip install --no-cache-dir --require-hashes -r /sources/requirements.lock \
    && pip install --no-cache-dir --no-deps --no-build-isolation /sources \
    && rm -r /sources

RUN useradd --create-home rokumen
USER rokumen
WORKDIR /home/rokumen
VOLUME /home/rokumen
EXPOSE 8000

ENTRYPOINT ["rokumen"]
CMD ["serve", "--host", "0.0.0.0"]
