// `bun run settings-guide`: writes docs/settings.md from the table of settings.
import { guide } from '../src/settings/template'

await Bun.write('docs/settings.md', guide())
