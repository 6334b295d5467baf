// Checks of values against schemas. There are a thousand, and a run needs few: each is compiled when it is first used.
import type { Static, TSchema } from '@sinclair/typebox'
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler'

export interface Check<S extends TSchema> {
  fits(value: unknown): value is Static<S>
  /** The first rule that a value breaks, if it breaks one. */
  firstError(value: unknown): ReturnType<ReturnType<TypeCheck<S>['Errors']>['First']>
}

export function checkOf<S extends TSchema>(schema: S): Check<S> {
  let compiled: TypeCheck<S> | undefined
  const check = (): TypeCheck<S> => (compiled ??= TypeCompiler.Compile(schema))
  return {
    fits: (value): value is Static<S> => check().Check(value),
    firstError: (value) => check().Errors(value).First(),
  }
}
