# Confab in a container: the executable, the few system libraries it links to, and nothing else.
#   docker build -t confab .
#   docker run -p 8420:8420 -v confab-data:/data confab
# compose.yaml has an example of more.

FROM node:20-bookworm-slim AS build
WORKDIR /confab
COPY . .
RUN node scripts/setup.mjs
RUN node_modules/.bin/bun run build --outfile /image/confab
# The libraries that the executable names, links resolved, at the places where the loader looks for them.
RUN ldd /image/confab | grep -o '/[^ ]*' | xargs -I '{}' cp --parents --dereference '{}' /image
# Empty folders that the server's user owns: its data, and one for temporary files.
RUN mkdir -p /image/data /image/tmp && chown 65532:65532 /image/data /image/tmp

FROM scratch
COPY --from=build /image /
USER 65532:65532
ENV CONFAB_DATA=/data CONFAB_HOST=0.0.0.0 CONFAB_PORT=8420
VOLUME /data
EXPOSE 8420
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/confab", "health"]
ENTRYPOINT ["/confab"]
CMD ["serve"]
