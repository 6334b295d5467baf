// What the server has rendered, as it stands: reminders, earlier states of messages. Messages in feeds have more to them (reading/content).
import { useLayoutEffect, useRef } from 'preact/hooks'
import { renderedNodes } from './rendered-html'

/** @param html as for `renderedNodes` */
export function Rendered({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => element.current?.replaceChildren(renderedNodes(html)), [html])
  return <div ref={element} class="rendered" dir="auto" />
}
