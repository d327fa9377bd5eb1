import { familyEndpoints } from '#contract/families.change.ts'
import type { PupilContactPerson, PupilGuardian } from '#contract/families.ts'
import { fullName } from '#contract/person-names.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { type FamilyPupil, refreshFamilies } from './family-queries.ts'

/** Answers the message once the page shows what is new. */
const act = (about: string, send: () => Promise<{ message: string }>) =>
  actOnce(about, async () => {
    const { message } = await send()
    await refreshFamilies()
    return message
  })

const ask = (pupil: FamilyPupil, person: { firstname: string; lastname: string }, consequence: string) =>
  confirmDialog({
    title: 'Person entfernen?',
    message: `${fullName(person)} ist dann bei ${fullName(pupil)} nicht mehr eingetragen. ${consequence}`,
    accept: 'Entfernen',
    type: 'negative',
    prefers: 'dismiss',
  })

const consequenceOf = ({ also_for }: PupilGuardian) =>
  also_for.length > 0
    ? `Bei ${also_for.map(({ firstname }) => firstname).join(', ')} bleibt die Person eingetragen.`
    : 'Die Angaben zur Person werden nach 30 Tagen gelöscht.'

const bringBack = (pupil: FamilyPupil, guardian: PupilGuardian) => async () => {
  const { guardian_id, custody_proof_kind = null, custody_proof_seen_at = null, ...relation } = guardian
  const message = await act(`guardian ${guardian_id}`, () =>
    call(familyEndpoints.linkGuardian, {
      params: { id: pupil.id, guardian_id },
      body: { ...relation, custody_proof_kind, custody_proof_seen_at },
      idempotencyKey: randomKey(),
    }),
  )
  if (message) await notify(message)
}

/** What custody means for the parents' link, as a notice that waits until it is read (domain §5.6). */
export const tellCustody = (message: string, onRenewLink: (() => void) | undefined) =>
  notify(`${message} Das Sorgerecht ist jetzt ein anderes: Soll der Elternlink erneuert werden?`, {
    isLasting: true,
    ...(onRenewLink && { action: { text: 'Elternlink erneuern', run: onRenewLink } }),
  })

interface Removal {
  pupil: FamilyPupil
  onRenewLink: (() => void) | undefined
}

/** Takes a guardian off a child, with the way back. */
export const removeGuardian = async (guardian: PupilGuardian, { pupil, onRenewLink }: Removal) => {
  const { guardian_id, has_custody } = guardian
  if (!(await ask(pupil, guardian, consequenceOf(guardian)))) return
  const message = await act(`guardian ${guardian_id}`, () =>
    call(familyEndpoints.removeGuardian, { params: { id: pupil.id, guardian_id } }),
  )
  if (!message) return
  await notify(message, {
    about: `guardian ${guardian_id}`,
    undo: bringBack(pupil, guardian),
    ...(has_custody && onRenewLink && { action: { text: 'Elternlink erneuern', run: onRenewLink } }),
  })
}

const enterAgain =
  (pupil: FamilyPupil, { id, version, ...person }: PupilContactPerson) =>
  async () => {
    const message = await act(`contact ${id}`, () =>
      call(familyEndpoints.addContactPerson, { params: { id: pupil.id }, body: person, idempotencyKey: randomKey() }),
    )
    if (message) await notify(message)
  }

export const removeContactPerson = async (person: PupilContactPerson, pupil: FamilyPupil) => {
  if (!(await ask(pupil, person, ''))) return
  const message = await act(`contact ${person.id}`, () =>
    call(familyEndpoints.removeContactPerson, { params: { id: pupil.id, contact_id: person.id } }),
  )
  if (message) await notify(message, { about: `contact ${person.id}`, undo: enterAgain(pupil, person) })
}
