// Values in links that the organization sends out: everybody can read them, nobody else can make one.
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Organization } from './organization'
import { isSigned, signature, type SignedFor } from './signing'

/** The value as text that may stand in a path, the same for the same value. */
export function signedValue(organization: Organization, purpose: SignedFor, value: object): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${signature(organization, purpose, text)}`
}

/** The value of such a text; undefined if this organization has not made it for that. */
export function readSigned<Schema extends TSchema>(
  organization: Organization,
  purpose: SignedFor,
  schema: Schema,
  signed: string,
): Static<Schema> | undefined {
  const [text = '', given = ''] = signed.split('.')
  if (!isSigned(organization, purpose, text, given)) return undefined
  const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  return Value.Check(schema, value) ? value : undefined
}
