import { similarRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.similar.ts'
import type { Routes } from '#server/http/route.ts'
import { findSimilar } from './find-similar.ts'

/** What is known beside an application. */
export function similarRegistrationRoutes({ route }: Routes) {
  route(endpoints.list, ({ tx, params, viewer }) => findSimilar(tx, params.id, viewer))
}
