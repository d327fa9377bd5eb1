import { childrenText } from '#contract/counted.ts'
import type { ClassContact, ClassPupil, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { ApiFailure } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { notify } from '#web/shell/notify.tsx'
import { classContactsQuery } from './schoolclass-queries.ts'

/** Each address once, and how many children nobody is reached for. */
export const mailsOf = (pupils: readonly Pick<ClassPupil, 'id'>[], contacts: readonly ClassContact[]) => {
  const ofPupil = (id: number) =>
    contacts.find(({ pupil_id }) => pupil_id === id)?.guardians.flatMap(({ mail }) => mail ?? []) ?? []
  const mails = pupils.map(({ id }) => ofPupil(id))
  return {
    mails: [...new Set(mails.flat())],
    unreached: mails.filter((one) => one.length === 0).length,
  }
}

const addressesText = (count: number) => (count === 1 ? '1 Adresse ist' : `${count} Adressen sind`)

/** For the field BCC of a mail, so that no family sees the addresses of the others. */
export const copyClassMails = async ({ id, pupils }: SchoolclassDetails) => {
  try {
    const { mails, unreached } = mailsOf(pupils, await queryClient.fetchQuery(classContactsQuery(id)))
    if (mails.length === 0) return notify('Zu dieser Klasse ist keine E-Mail-Adresse bekannt.')
    const lacking = unreached > 0 ? ` Ohne Adresse: ${childrenText(unreached)}.` : ''
    await copyText({
      text: mails.join('; '),
      done: `${addressesText(mails.length)} kopiert. Bitte in das Feld BCC einfügen.${lacking}`,
      label: 'E-Mail-Adressen',
    })
  } catch (failure) {
    // A load that failed is explained by the query itself (spec §8).
    if (!(failure instanceof ApiFailure)) await explainFailure(failure)
  }
}
