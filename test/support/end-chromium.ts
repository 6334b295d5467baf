// After all tests of a run, the browser that they shared is closed, and leaves nothing in the folder for temporary files.
import { afterAll } from 'bun:test'
import { closeBrowser } from './chromium'

afterAll(closeBrowser)
