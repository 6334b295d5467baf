// What realm_domains events change.
import { find, item, items, removeWhere, type FeatureRules } from './rules'

export const emailDomainRules: FeatureRules = {
  apply: {
    realm_domains(state, event) {
      const domains = items(state['realm_domains'])
      if (event.op === 'remove') removeWhere(domains, 'domain', event['domain'])
      if (event.op === 'add') domains.push(item(event['realm_domain']))
      if (event.op === 'change') {
        const changed = item(event['realm_domain'])
        Object.assign(find(domains, 'domain', changed['domain']), changed)
      }
    },
  },
}
