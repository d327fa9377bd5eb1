import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  registrationMailEndpoints as endpoints,
  STATUS_MAIL_TEXTS,
  type StatusMailPreview,
} from '#contract/registrations/registrations.mails.ts'
import { call } from '#web/api/client.ts'
import { queryKey, useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'

const PAUSE_MS = 400

/** The mail as the server would compose it now; asked for at each opening. */
const usePreview = (id: number, addition: string) => {
  const [settled] = useDebouncedValue(addition, PAUSE_MS)
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

/**
 * Who is told until somebody chooses. Of two parents nobody (domain §2.3/8: default off); where only one can be told, who
 * opened the dialog means that one.
 */
const onlyOneOf = (preview: StatusMailPreview | undefined) => {
  const ids = preview?.recipients.map(({ contact_id }) => contact_id) ?? []
  return ids.length === 1 ? ids : []
}

/** A status mail that somebody is about to send. */
export const useStatusMail = (id: number, onGone: () => void) => {
  const [addition, setAddition] = useState('')
  const [choice, setChoice] = useState<readonly number[]>()
  const [error, setError] = useState<string>()
  const keyOf = useSendKey()
  const { data: preview, error: failure, refetch } = usePreview(id, addition)
  const chosen = choice ?? onlyOneOf(preview)
  const { modal, leave, close } = useLeavableDialog(addition.trim() !== '', onGone)
  const sending = useCall(endpoints.sendStatusMail, {
    onFieldErrors: (errors) => setError(errors.contact_ids ?? errors.addition),
  })
  const send = async () => {
    if (!preview) return
    const contact_ids = preview.recipients.map(({ contact_id }) => contact_id).filter((one) => chosen.includes(one))
    setError(contact_ids.length === 0 ? STATUS_MAIL_TEXTS.chooseSomeone : undefined)
    if (contact_ids.length === 0) return
    const body = { addition, contact_ids, version: preview.version, again: preview.sent_before !== null }
    const reply = await sending.run({ params: { id }, body, idempotencyKey: keyOf({ id, ...body }) })
    void refreshRegistrations()
    if (!reply) {
      // What stood in the way stands in the next preview.
      void refetch()
      return
    }
    close()
    notify(reply.message, { type: 'positive' })
  }
  return {
    preview,
    failure,
    error,
    addition,
    setAddition,
    isChosen: (contactId: number) => chosen.includes(contactId),
    choose: (contactId: number, isChosen: boolean) => {
      setError(undefined)
      setChoice(isChosen ? [...chosen, contactId] : chosen.filter((one) => one !== contactId))
    },
    modal,
    leave,
    send,
    isRunning: sending.isRunning,
  }
}
export type StatusMailState = ReturnType<typeof useStatusMail>
