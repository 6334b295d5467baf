// Moments in time, in the reader's zone.
import { momentInText, wholeMoment } from '../../parts/moments'
import { all } from './nodes'

export function showTimes(nodes: DocumentFragment): void {
  for (const time of all(nodes, 'time', '[datetime]')) {
    const moment = Date.parse(time.dateTime)
    if (Number.isNaN(moment)) continue
    time.textContent = momentInText(moment / 1000)
    time.title = wholeMoment(moment / 1000)
  }
}
