// What realm_bot events change: the bots that somebody administers.
import { find, item, items, removeWhere, sortBy, type FeatureRules } from './rules'

export const botRules: FeatureRules = {
  apply: {
    realm_bot(state, event) {
      const bots = items(state['realm_bots'])
      const bot = item(event['bot'])
      const id = bot['user_id']
      if (event.op === 'add') {
        if (bots.some((each) => each['user_id'] === id)) throw new Error('The bot is known')
        bots.push(bot)
        return
      }
      const known = find(bots, 'user_id', id)
      if (event.op === 'update') Object.assign(known, bot)
      else removeWhere(bots, 'user_id', id)
    },
  },
  normalize(state) {
    sortBy(state, 'realm_bots', 'user_id')
  },
}
