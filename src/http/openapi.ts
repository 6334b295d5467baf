// The API reference of a route, made from the schemas that validate it.
import type { TObject, TSchema } from '@sinclair/typebox'

interface OpenApiParameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: TSchema
}

/** Elysia's `detail` of a route, read by the OpenAPI plugin. */
export function openApiDetail(summary: string, path: TObject, parameters: TObject) {
  return {
    summary,
    security: [{ basic: [] }],
    parameters: [...describe(path, 'path'), ...describe(parameters, 'query')],
  }
}

function describe(schema: TObject, place: 'path' | 'query'): OpenApiParameter[] {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: (schema.required ?? []).includes(name) && property['default'] === undefined,
    schema: property,
  }))
}
