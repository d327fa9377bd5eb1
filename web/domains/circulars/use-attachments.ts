import { useState } from 'react'
import {
  ATTACHMENT_BYTES,
  ATTACHMENT_LIMIT,
  ATTACHMENT_NAME_MAX,
  ATTACHMENT_TEXTS,
  ATTACHMENTS_MAX,
  type CircularAttachment,
  circularAttachmentEndpoints,
} from '#contract/circulars/circulars.attachments.ts'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { call } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { tooLargeText } from '#web/forms/file-size.ts'
import { bytesText } from '#web/ui/bytes-text.ts'

const bytesOf = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)

/** Said before a byte is sent. */
const refusalOf = (file: File, chosen: readonly CircularAttachment[]) => {
  const { name } = file
  if (!/\.pdf$/i.test(name)) return `${name}: ${ATTACHMENT_TEXTS.type}`
  if (file.size > ATTACHMENT_BYTES) return tooLargeText(file, ATTACHMENT_LIMIT)
  if (chosen.length >= ATTACHMENTS_MAX) return `${name}: ${FILE_MESSAGES.count(ATTACHMENTS_MAX)}`
  const bytes = bytesOf([...chosen, file])
  if (bytes <= ATTACHMENT_BYTES) return undefined
  return `Mit ${name} sind die Anlagen zusammen ${bytesText(bytes)} groß, erlaubt sind ${ATTACHMENT_LIMIT}.`
}

const send = async (file: File) => {
  const body = new Uint8Array(await file.arrayBuffer())
  return call(circularAttachmentEndpoints.add, { query: { filename: file.name.slice(-ATTACHMENT_NAME_MAX) }, body })
}

/** The files that go along with a circular; each is sent to the server when it is chosen. */
export const useAttachments = (found: readonly CircularAttachment[] = []) => {
  const [files, setFiles] = useState(found)
  const [errors, setErrors] = useState<readonly string[]>([])
  const [isRunning, setRunning] = useState(false)
  const take = async (taken: readonly File[]) => {
    setRunning(true)
    const refused: string[] = []
    let now = files
    for (const file of taken) {
      const refusal = refusalOf(file, now)
      try {
        if (refusal) refused.push(refusal)
        else now = [...now, await send(file)]
      } catch (failure) {
        refused.push(`${file.name}: ${failureText(failure)}`)
      }
    }
    setFiles(now)
    setErrors(refused)
    setRunning(false)
  }
  return {
    ...{ files, errors, isRunning, take },
    ids: files.map(({ id }) => id),
    replace: (all: readonly CircularAttachment[]) => {
      setFiles(all)
      setErrors([])
    },
    refuse: (error: string) => setErrors([error]),
  }
}
export type Attachments = ReturnType<typeof useAttachments>
