// `bun run bench [name …]`: runs the measurements, each against a floor measured in the same run.

const measurements: Readonly<Record<string, () => Promise<{ run(): Promise<void> }>>> = {
  requests: () => import('./requests'),
  sends: () => import('./sends'),
  'fan-out': () => import('./fan-out'),
  register: () => import('./register'),
}

export {}

const wanted = process.argv.slice(2)
for (const name of wanted) {
  if (!(name in measurements))
    throw new Error(`There is no measurement ${name}: ${Object.keys(measurements).join(', ')}`)
}
for (const [name, load] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n# ${name}\n`)
  await (await load()).run()
}
