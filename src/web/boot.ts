// The first script of the page: asks for the register at once, while the rest of the client is still being loaded.
import { registerEarly } from './api/early'

const register = registerEarly()
// A failure is dealt with by the connection, which comes with the rest.
register.catch(() => undefined)
void import('./main').then(({ start }) => start(register))
