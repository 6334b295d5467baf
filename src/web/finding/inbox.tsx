// The inbox: what is unread, by channel and conversation.
import { View } from '../shell/view'

export function Inbox() {
  return <View title="Inbox">{null}</View>
}
