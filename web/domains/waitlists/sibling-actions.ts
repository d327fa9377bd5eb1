import {
  type SiblingPupil,
  type VerifiedSibling,
  waitlistSiblingEndpoints,
} from '#contract/waitlists/waitlists.siblings.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { CHANGED_BY_WAITLIST } from './waitlist-queries.ts'

const act = async <R>(registrationId: number, send: () => Promise<R>) => {
  const reply = await actOnce(`siblings of ${registrationId}`, send)
  await renewReplies([...CHANGED_BY_WAITLIST, waitlistSiblingEndpoints.list])
  return reply
}

const release = (registrationId: number, siblingId: number) =>
  act(registrationId, () =>
    call(waitlistSiblingEndpoints.release, { params: { id: registrationId, sibling_id: siblingId } }),
  )

const verify = (registrationId: number, { pupil_id, school_short }: SiblingPupil) =>
  act(registrationId, () =>
    call(waitlistSiblingEndpoints.verify, { params: { id: registrationId }, body: { pupil_id, school_short } }),
  )

const about = (registrationId: number) => `siblings of ${registrationId}`

/** „Das ist …“: from now on the child counts. */
export const verifySibling = async (registrationId: number, pupil: SiblingPupil) => {
  const done = await verify(registrationId, pupil)
  if (!done) return
  notify(done.message, {
    about: about(registrationId),
    undo: async () => {
      await release(registrationId, done.id)
    },
  })
}

/** Takes that back; of a child the page knows it can be said again. */
export const releaseSibling = async (registrationId: number, { id, pupil }: VerifiedSibling) => {
  const done = await release(registrationId, id)
  if (!done) return
  const undo = async () => {
    if (pupil) await verify(registrationId, pupil)
  }
  notify(done.message, { about: about(registrationId), ...(pupil && { undo }) })
}
