// Where somebody lands who opens a channel: as their setting says.
import { channelLink, topicLink, topicListLink } from '../live/links'
import { state } from '../live/state'
import { topicsIn } from './of-channels'
import { topicRows } from './topic-order'

/** The address by `web_channel_default_view`: the newest topic, all messages, the topics, or the first unread one. */
export function channelStart(id: number): string {
  switch (state().userSettings.web_channel_default_view) {
    case 1: {
      const newest = newestTopic(id)
      return newest === undefined ? channelLink(id) : topicLink(id, newest)
    }
    case 3:
      return topicListLink(id)
    case 4: {
      const [first] = topicRows(state(), id)
      return first && first.unread > 0 ? topicLink(id, first.topic) : channelLink(id)
    }
    default:
      return channelLink(id)
  }
}

function newestTopic(channelId: number): string | undefined {
  let [name, newest]: [string | undefined, number] = [undefined, 0]
  for (const topic of topicsIn(channelId)?.byKey.values() ?? [])
    if (topic.max_id > newest) [name, newest] = [topic.name, topic.max_id]
  return name
}
