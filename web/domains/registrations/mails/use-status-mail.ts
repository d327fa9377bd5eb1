import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RegistrationDetails } from '#contract/registrations.details.ts'
import { registrationMailEndpoints as endpoints, STATUS_MAIL_TEXTS } from '#contract/registrations.mails.ts'
import { call } from '#web/api/client.ts'
import { queryKey, useCall } from '#web/api/queries.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'

const PAUSE_MS = 400

const useSettled = (text: string) => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The mail as the server would compose it now; asked for at each opening. */
const usePreview = (id: number, addition: string) => {
  const settled = useSettled(addition)
  return useQuery({
    queryKey: [...queryKey(endpoints.previewStatusMail, { params: { id } }), settled],
    queryFn: ({ signal }) => call(endpoints.previewStatusMail, { params: { id }, body: { addition: settled }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { quiet: true },
  })
}

/** A status mail that somebody is about to send. */
export const useStatusMail = ({ id }: RegistrationDetails, onGone: () => void) => {
  const [addition, setAddition] = useState('')
  const [omitted, setOmitted] = useState<readonly number[]>([])
  const [error, setError] = useState<string>()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { data: preview, error: failure, refetch } = usePreview(id, addition)
  const { modal, leave, close } = useLeavableDialog(addition.trim() !== '', onGone)
  const sending = useCall(endpoints.sendStatusMail, {
    onFieldErrors: (errors) => setError(errors.contact_ids ?? errors.addition),
  })
  const send = async () => {
    if (!preview) return
    const contact_ids = preview.recipients.map(({ contact_id }) => contact_id).filter((one) => !omitted.includes(one))
    setError(contact_ids.length === 0 ? STATUS_MAIL_TEXTS.chooseSomeone : undefined)
    if (contact_ids.length === 0) return
    const body = { addition, contact_ids, version: preview.version, again: preview.sent_before !== null }
    const reply = await sending.run({ params: { id }, body, idempotencyKey })
    void refreshRegistrations()
    if (!reply) {
      // What stood in the way stands in the next preview.
      void refetch()
      return
    }
    close()
    await notify(reply.message, { type: 'positive' })
  }
  return {
    preview,
    failure,
    error,
    addition,
    setAddition,
    isChosen: (contactId: number) => !omitted.includes(contactId),
    choose: (contactId: number, isChosen: boolean) =>
      setOmitted(isChosen ? omitted.filter((one) => one !== contactId) : [...omitted, contactId]),
    modal,
    leave,
    send,
    isRunning: sending.isRunning,
  }
}
export type StatusMailState = ReturnType<typeof useStatusMail>
