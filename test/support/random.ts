// Random tests take the same steps each time, so that a change is judged by what it changes; CONFAB_TEST_SEED takes others.
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env['CONFAB_TEST_SEED'] ?? 2026) })
