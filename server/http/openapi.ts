import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Endpoint, needsSchool } from '#contract/endpoint.ts'
import { ErrorReply } from '#contract/error-reply.ts'

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  content: { 'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) } },
})

const FILE = { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }

const requestBodyOf = ({ body, isUpload }: Endpoint) =>
  body ? { requestBody: { required: true, ...(isUpload ? FILE : json(body, 'input')) } } : {}

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
  const { properties = {}, required = [] } = schema
    ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    : {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const operationOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  description: `Zugriff: ${[endpoint.access].flat().join(' oder ')}${needsSchool(endpoint) ? '; braucht eine aktive Schule' : ''}`,
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  ...requestBodyOf(endpoint),
  responses: {
    [endpoint.status ?? 200]: {
      description: 'Antwort',
      ...(endpoint.isFile ? FILE : json(endpoint.response, 'output')),
    },
    default: { description: 'Fehler', ...json(ErrorReply, 'output') },
  },
})

/** The OpenAPI 3.1 document of the contract. */
export function openApiDocument(endpoints: Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return { openapi: '3.1.0', info: { title: 'Schulhof', version: '1' }, paths }
}

/** The document as a page and as JSON under /api/docs; in the demo and with API_DOCS=1. */
export async function registerApiDocs(app: FastifyInstance, endpoints: Endpoint[]) {
  await app.register(swagger, { mode: 'static', specification: { document: openApiDocument(endpoints) as never } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}
