// Forms of the server's own pages: fields with labels, hints, and what is wrong with them beside them.
import { ApiError } from '../http/errors'
import { html, type Content, type Html } from './html'
import { minutesToWait, waitHeader } from './page'
import type { Texts } from './texts/english'

/** A field of a form. */
export interface Field {
  name: string
  label: string
  /** HTML's `type`. */
  type: 'text' | 'email' | 'password'
  /** HTML's `autocomplete`, by which password managers know what it is. */
  autocomplete: string
  hint?: string
  value?: string
  isReadonly?: boolean
  isOptional?: boolean
  maxLength?: number
  minLength?: number
}

/** Boxes of a form, any of which can be ticked: what is sent is `Ticked`. */
export interface Choice {
  name: string
  label: string
  hint?: string
  options: readonly { value: string; label: string; hint: string }[]
  /** The values of those that are. */
  chosen: readonly string[]
}

/** What is wrong with what was sent: with fields, by name, or with the whole. */
export interface Problem {
  status: number
  headers: Readonly<Record<string, string>>
  field: string | undefined
  message: string
}

/** A form that is sent to the page's own address, unless another is given. */
export interface Form {
  fields: readonly (Field | Choice)[]
  submit: string
  action?: string
  problem?: Problem | undefined
  /** Values that are sent along unseen. */
  hidden?: Readonly<Record<string, string>>
}

export function formHtml({ fields, submit, action, problem, hidden = {} }: Form): Html {
  const isOfField = fields.some(({ name }) => name === problem?.field)
  // The first thing to look at gets the cursor: what is wrong, or what is still empty.
  const first = isOfField
    ? problem?.field
    : fields.find((field) => !isChoice(field) && !field.isReadonly && (field.value ?? '') === '')?.name
  return html`${problem !== undefined && !isOfField && html`<p class="alert" role="alert">${problem.message}</p>`}
    <form method="post" ${action !== undefined && html` action="${action}"`}>
      ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}${fields.map((field) => (isChoice(field) ? choiceHtml(field) : fieldHtml(field, field.name === first, problem)))}<button>
        ${submit}
      </button>
    </form>`
}

function isChoice(field: Field | Choice): field is Choice {
  return 'options' in field
}

function fieldHtml(field: Field, hasCursor: boolean, problem: Problem | undefined): Html {
  const { name, label, type, autocomplete, hint, value, isReadonly, isOptional, maxLength, minLength } = field
  const error = problem?.field === name ? problem.message : undefined
  const described = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(
    Boolean,
  )
  const attributes: Content[] = [
    html` type="${type}" autocomplete="${autocomplete}"`,
    value !== undefined && html` value="${value}"`,
    maxLength !== undefined && html` maxlength="${maxLength}"`,
    minLength !== undefined && html` minlength="${minLength}"`,
    type !== 'text' && html` autocapitalize="none" spellcheck="false"`,
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`,
    error !== undefined && html` aria-invalid="true"`,
    isReadonly ? html` readonly` : !isOptional && html` required`,
    hasCursor && html` autofocus`,
  ]
  return html`<label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p> `}<input
      id="${name}"
      name="${name}"
      ${attributes}
    />
    ${error !== undefined && html`<p class="error" id="${name}-error" role="alert">${error}</p> `}`
}

function choiceHtml({ name, label, hint, options, chosen }: Choice): Html {
  const boxes = options.map((option, index) => {
    const id = `${name}-${index}`
    const described = option.hint !== '' && html` aria-describedby="${id}-hint"`
    const isChosen = chosen.includes(option.value) && html` checked`
    return html`<div class="box">
      <input type="checkbox" id="${id}" name="${name}" value="${option.value}" ${described}${isChosen} />
      <label for="${id}">${option.label}</label>
      ${option.hint !== '' && html`<p class="hint" id="${id}-hint">${option.hint}</p> `}
    </div>`
  })
  return html`<fieldset ${hint !== undefined && html` aria-describedby="${name}-hint"`}>
    <legend>${label}</legend>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p> `}
    <div class="boxes">${boxes}</div>
  </fieldset>`
}

/**
 * Does what a form asks for; shows the form again if that is refused.
 * @param again makes the form's page, with what was wrong
 * @throws what is no refusal of what was filled in, such as a forged request
 */
export async function submitted(
  texts: Texts,
  act: () => Promise<Response>,
  again: (problem: Problem) => Response,
): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'CSRF_FAILED') throw error
    return again(problemOf(texts, error))
  }
}

/** What is to be said of a refusal. */
export function problemOf(texts: Texts, error: ApiError): Problem {
  const field = 'var_name' in error.fields ? String(error.fields.var_name) : undefined
  return { status: error.status, headers: waitHeader(error), field, message: sentence(texts, error) }
}

function sentence(texts: Texts, error: ApiError): string {
  if (error.fault) return texts.faults[error.fault.is](error.fault.limit)
  if (error.code === 'RATE_LIMIT_HIT') return texts.tooManyAttempts.text(minutesToWait(error))
  if (error.code === 'AUTHENTICATION_FAILED') return texts.login.wrong
  return texts.refused
}

/** Has what an action refuses for shown beside a field of the form. @throws ApiError naming the field */
export function atField<T>(name: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof ApiError)
      throw new ApiError(
        error.code,
        error.message,
        { ...error.fields, var_name: name },
        error.headers,
        error.status,
        error.fault,
      )
    throw error
  }
}
