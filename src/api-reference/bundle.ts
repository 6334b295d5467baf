// Makes the script of the reference's page, for scripts/build.ts and for a server that runs from its sources.

/** Zod, by which Scalar checks its settings, is not to try making code of text: the page's policy forbids that. */
const before = 'globalThis.__zod_globalConfig={jitless:true};\n'

/** @param root the project's folder @returns the script, named by what is in it */
export async function bundleReference(
  root: string,
): Promise<{ name: string; content: Uint8Array<ArrayBuffer> }> {
  const scalar = await Bun.file(
    `${root}/node_modules/@scalar/api-reference/dist/browser/standalone.js`,
  ).text()
  const content = new TextEncoder().encode(before + scalar.replace(/\/\/# sourceMappingURL=.*/, ''))
  const hash = new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, 12)
  return { name: `reference-${hash}.js`, content }
}
