# rokumen's commands and pages in a container: see docs/installing.md.
FROM python:3.11-slim

# OpenCV loads these two.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libgl1 libglib2.0-0 \
    && rm -rf /var/lib/apt/lists/*

COPY . /sources
RUN pip install --no-cache-dir "/sources[heic,plots]" && rm -r /sources

RUN useradd --create-home rokumen
USER rokumen
WORKDIR /home/rokumen
VOLUME /home/rokumen
EXPOSE 8000

ENTRYPOINT ["rokumen"]
CMD ["serve", "--host", "0.0.0.0"]
