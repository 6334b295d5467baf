// The page that says that a page failed.
import { NoOrganizationError, type ApiError } from '../http/errors'
import { html } from './html'
import { minutesToWait, pageResponse, waitHeader } from './page'
import { stranger } from './reader'
import { serverPage } from './server-page'
import type { Notice, Texts } from './texts/english'

export function failurePage(error: ApiError, request: Request): Response {
  if (error instanceof NoOrganizationError) return serverPage(request, error)
  const reader = stranger(request)
  const { title, text } = noticeOf(error, reader.texts)
  return pageResponse(reader, {
    title,
    body: html`<p>${text}</p>`,
    status: error.status,
    headers: waitHeader(error),
  })
}

function noticeOf(error: ApiError, { failures, tooManyAttempts }: Texts): Notice {
  if (error.code === 'RATE_LIMIT_HIT')
    return { title: tooManyAttempts.title, text: tooManyAttempts.text(minutesToWait(error)) }
  const known: Readonly<Partial<Record<string, Notice>>> = failures
  return known[error.code] ?? (error.status < 500 ? failures.refused : failures.failed)
}
