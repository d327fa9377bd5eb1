import { familyEndpoints } from '#contract/families/families.change.ts'
import type { PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import { PARENT_LINK_TEXTS, parentLinkEndpoints } from '#contract/parentlinks/parentlinks.ts'
import { fullName } from '#contract/person-names.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { hideNotice, notify } from '#web/shell/notify.tsx'
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
  if (message) notify(message)
}

interface Renewal {
  pupil: FamilyPupil
  /** Shows the parents' link, to be printed or copied. */
  onRenewLink: () => void
}

/** Offered when custody is another one (domain §5.6): asked once, done at once, and what is new is shown. */
export const offerRenewal = async ({ pupil, onRenewLink }: Renewal) => {
  const isWanted = await confirmDialog({
    title: 'Elternlink erneuern?',
    message: `Das Sorgerecht ist jetzt ein anderes. Soll der Elternlink von ${pupil.firstname} erneuert werden? ${PARENT_LINK_TEXTS.rotateWarning}`,
    accept: 'Link erneuern',
    dismiss: 'Link behalten',
    type: 'attention',
    prefers: 'dismiss',
  })
  if (!isWanted) return
  const message = await act(`parent link ${pupil.id}`, () =>
    call(parentLinkEndpoints.rotate, { params: { id: pupil.id } }),
  )
  if (!message) return
  onRenewLink()
  notify(message)
}

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
  const about = `guardian ${guardian_id}`
  const id = `${about} of ${pupil.id} removed`
  const renew = (open: () => void) => {
    hideNotice(id)
    void offerRenewal({ pupil, onRenewLink: open })
  }
  notify(message, {
    id,
    about,
    undo: bringBack(pupil, guardian),
    ...(has_custody && onRenewLink && { action: { text: 'Elternlink erneuern', run: () => renew(onRenewLink) } }),
  })
}

const enterAgain =
  (pupil: FamilyPupil, { id, version, ...person }: PupilContactPerson) =>
  async () => {
    const message = await act(`contact ${id}`, () =>
      call(familyEndpoints.addContactPerson, { params: { id: pupil.id }, body: person, idempotencyKey: randomKey() }),
    )
    if (message) notify(message)
  }

export const removeContactPerson = async (person: PupilContactPerson, pupil: FamilyPupil) => {
  if (!(await ask(pupil, person, ''))) return
  const message = await act(`contact ${person.id}`, () =>
    call(familyEndpoints.removeContactPerson, { params: { id: pupil.id, contact_id: person.id } }),
  )
  if (message) notify(message, { about: `contact ${person.id}`, undo: enterAgain(pupil, person) })
}
