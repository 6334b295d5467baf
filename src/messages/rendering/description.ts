// Renders channel descriptions.
import { renderMarkdown } from '../../markdown/render'
import { renderContext } from './render-context'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'

/** A description's HTML, as its author sees what it refers to. */
export function renderDescription(organization: Organization, author: User, description: string): string {
  return description === '' ? '' : renderMarkdown(description, renderContext(organization, author)).html
}
