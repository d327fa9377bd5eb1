import { registrationEditEndpoints as endpoints } from '#contract/registrations/registrations.edit.ts'
import { placeEndpoints } from '#contract/registrations/registrations.place.ts'
import { changePlace } from '#server/domains/registrations/decision/change-place.ts'
import type { Routes } from '#server/http/route.ts'
import { editRegistration } from './edit-registration.ts'

/** What staff change about an application besides its status. */
export function registrationEditRoutes({ route }: Routes) {
  route(endpoints.change, ({ tx, params, body, ...acting }) => editRegistration(tx, params.id, { edit: body, acting }))
  route(placeEndpoints.change, ({ tx, params, body, ...acting }) =>
    changePlace(tx, { id: params.id, form: body }, acting),
  )
}
