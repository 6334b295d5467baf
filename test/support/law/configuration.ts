// What the events of things that clients are configured with change; most bring the whole list.
import { find, item, items, numbers, type FeatureRules } from './rules'

export const configurationRules: FeatureRules = {
  apply: {
    realm_linkifiers(state, event) {
      state['realm_linkifiers'] = event['realm_linkifiers']
    },
    realm_emoji(state, event) {
      state['realm_emoji'] = event['realm_emoji']
    },
    channel_folder(state, event) {
      const folders = items(state['channel_folders'])
      if (event.op === 'add') folders.push(item(event['channel_folder']))
      else if (event.op === 'update') {
        Object.assign(find(folders, 'id', event['channel_folder_id']), item(event['data']))
      } else {
        for (const [index, id] of numbers(event['order']).entries())
          find(folders, 'id', id)['order'] = index + 1
        folders.sort((a, b) => Number(a['order']) - Number(b['order']))
      }
    },
    realm_playgrounds(state, event) {
      state['realm_playgrounds'] = event['realm_playgrounds']
    },
  },
}
