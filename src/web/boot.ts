// The first script of the page, before anything is drawn: gives the page its look as it was last, and asks for the register at
// once, while the rest of the client is still being loaded.
import { registerEarly } from './api/early'
import { rememberedAppearance, showAppearance } from './live/remembered-appearance'

const appearance = rememberedAppearance()
if (appearance) showAppearance(appearance)
const register = registerEarly()
// A failure is dealt with by the connection, which comes with the rest.
register.catch(() => undefined)
void import('./main').then(({ start }) => start(register))
