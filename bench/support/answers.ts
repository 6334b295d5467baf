// Answers of routes as the JSON text that a client gets of them, for measurements in process.
import { JsonFields, PiecedFields, SplicedFields, type AnswerFields } from '../../src/http/envelope'

/** An answer's JSON, all of it. */
export function answerText(fields: AnswerFields): string {
  if (fields instanceof JsonFields) return `{${fields.text}}`
  if (fields instanceof PiecedFields)
    return `{${fields.text}${Iterator.from(fields.rest).toArray().join('')}}`
  if (fields instanceof SplicedFields) throw new Error('This answer is not measured in process')
  return JSON.stringify(fields)
}
