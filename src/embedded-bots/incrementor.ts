// incrementor: counts how often it was spoken to.
import { keepInStorage } from '../bot-storage/actions'
import { entriesOf } from '../bot-storage/repository'
import type { Service } from './service'

const key = 'number'

export const increment: Service = ({ tx, bot }) => {
  const number = Number(entriesOf(tx, bot.id, [key]).get(key) ?? 0) + 1
  keepInStorage(tx, bot.id, [[key, String(number)]])
  return String(number)
}
