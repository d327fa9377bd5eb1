import { familyEndpoints as endpoints } from '#contract/families/families.change.ts'
import type { Routes } from '#server/http/route.ts'
import { addGuardian, linkGuardian } from './add-guardian.ts'
import { addContactPerson, changeContactPerson, removeContactPerson } from './change-contact-person.shared.ts'
import { changeGuardian } from './change-guardian.shared.ts'
import { findGuardians } from './guardian-search.queries.ts'
import { orderEmergency } from './order-emergency.ts'
import { removeGuardian } from './remove-guardian.ts'

/** Guardians and other contact persons of pupils. */
export function familyRoutes({ route }: Routes) {
  route(endpoints.findGuardians, ({ tx, query, viewer, today }) => findGuardians(tx, query.search, { viewer, today }))

  route(endpoints.addGuardian, ({ tx, params, body, viewer, today }) =>
    addGuardian(tx, { pupilId: params.id, form: body }, { viewer, today }),
  )

  route(endpoints.linkGuardian, ({ tx, params, body, viewer, today }) =>
    linkGuardian(tx, { pupilId: params.id, guardianId: params.guardian_id, form: body }, { viewer, today }),
  )

  route(endpoints.changeGuardian, ({ tx, params, body, viewer, today }) =>
    changeGuardian(tx, { pupilId: params.id, guardianId: params.guardian_id, form: body }, { viewer, today }),
  )

  route(endpoints.removeGuardian, ({ tx, params, now }) =>
    removeGuardian(tx, { pupilId: params.id, guardianId: params.guardian_id, now }),
  )

  route(endpoints.addContactPerson, ({ tx, params, body }) => addContactPerson(tx, { pupilId: params.id, form: body }))

  route(endpoints.changeContactPerson, ({ tx, params, body }) =>
    changeContactPerson(tx, { pupilId: params.id, contactId: params.contact_id, form: body }),
  )

  route(endpoints.removeContactPerson, ({ tx, params }) =>
    removeContactPerson(tx, { pupilId: params.id, contactId: params.contact_id }),
  )

  route(endpoints.orderEmergency, ({ tx, params, body }) => orderEmergency(tx, { pupilId: params.id, form: body }))
}
