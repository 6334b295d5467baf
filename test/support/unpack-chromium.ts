// Run by test/support/chromium.ts: unpacks the Chromium of @sparticuz/chromium into TMPDIR, where that package puts everything.
import { fileURLToPath } from 'node:url'
import chromium, { inflate } from '@sparticuz/chromium'

await chromium.executablePath()
// By itself the package takes its libraries out on Amazon's machines only.
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))))
