// The view of a narrow: its messages, and below them the compose box.
import { View } from '../shell/view'

export function NarrowView() {
  return <View title="Messages">{null}</View>
}
