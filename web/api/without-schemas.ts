import type { Endpoint } from '#contract/endpoint.ts'

type Call = Pick<Endpoint, 'method' | 'path'>

/**
 * The method and path of a call with the types of its endpoint. `call` reads nothing else of it, and the schemas would
 * bring zod into pages that have to show fast (architecture §9).
 */
export const withoutSchemas = <E extends Call | Record<string, Call>>(
  place: E extends Call ? Call : Record<keyof E, Call>,
) => place as unknown as E
