// What realm_user events change.
import { find, item, items, sortBy, type FeatureRules } from './rules'

export const userRules: FeatureRules = {
  apply: {
    realm_user(state, event) {
      const person = item(event['person'])
      if (event.op === 'add') items(state['realm_users']).push(person)
      if (event.op === 'update')
        Object.assign(find(items(state['realm_users']), 'user_id', person['user_id']), person)
    },
  },
  normalize(state) {
    sortBy(state, 'realm_users', 'user_id')
  },
}
