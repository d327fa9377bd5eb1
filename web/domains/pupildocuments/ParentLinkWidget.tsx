import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, FileText, RefreshCw } from 'lucide-react'
import { formatDayOf } from '#contract/dates.ts'
import { PARENT_LINK_TEXTS, type ParentLink, parentLinkEndpoints } from '#contract/parentlinks/parentlinks.ts'
import { fullName } from '#contract/person-names.ts'
import { leftOutText, pupilDocumentEndpoints } from '#contract/pupildocuments/pupildocuments.ts'
import { callForFile } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './PupilDocuments.module.css'
import { recipientsText, sheetsPreviewQuery } from './sheets-form.ts'

interface LinkedPupil {
  id: number
  firstname: string
  lastname: string
  lastname_prefix: string | null
}

/** Each look at a link is logged: asked for once while the dialog is open, and forgotten with it. */
const linkQuery = ({ id }: LinkedPupil) => ({
  ...queryFor(parentLinkEndpoints.get, { params: { id } }, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

const useRenewal = (pupil: LinkedPupil) => {
  const queries = useQueryClient()
  const { run, isRunning } = useCall(parentLinkEndpoints.rotate)
  const renew = async () => {
    const isSure = await confirmDialog({
      title: 'Link erneuern?',
      message: PARENT_LINK_TEXTS.rotateWarning,
      accept: 'Link erneuern',
      type: 'attention',
      prefers: 'dismiss',
    })
    if (!isSure) return
    const reply = await run({ params: { id: pupil.id } })
    if (!reply) return
    const { message, ...link } = reply
    queries.setQueryData(linkQuery(pupil).queryKey, link)
    notify(message)
  }
  return { renew, isRenewing: isRunning }
}

/** The people whom the letter will name and those who get none, before it is printed. */
const LetterOutlook = ({ pupil }: { pupil: LinkedPupil }) => {
  const { data } = useQuery(sheetsPreviewQuery({ kind: 'link_letters', ids: [pupil.id] }))
  if (!data) return null
  return (
    <div>
      {data.recipients.length > 0 && <p className="sh-flush">Der Brief geht an {recipientsText(data.recipients)}.</p>}
      {data.left_out.map((one) => (
        <p key={`${one.reason} ${one.recipient}`} className="sh-flush">
          Kein Brief: {leftOutText(one)}.
        </p>
      ))}
    </div>
  )
}

const Shown = ({ pupil, link }: { pupil: LinkedPupil; link: ParentLink }) => {
  const { renew, isRenewing } = useRenewal(pupil)
  const { save, isRunning } = useSavedFile()
  const { address, qr_svg, created_at } = link
  const savePaper = (kind: 'link_letters' | 'link_sheets') =>
    save(() => callForFile(pupilDocumentEndpoints.sheets, { body: { kind, ids: [pupil.id] } }))
  const copy = () => copyText({ text: address, done: 'Der Link ist kopiert.', label: 'Elternlink' })
  return (
    <Stack gap="md">
      <img
        className={classes.code}
        src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
        alt={`QR-Code mit dem Elternlink für ${pupil.firstname}`}
      />
      <p className="sh-flush">{PARENT_LINK_TEXTS.explanation}</p>
      <TextInput
        label="Adresse"
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        description={`Gültig seit dem ${formatDayOf(created_at)}`}
      />
      <LetterOutlook pupil={pupil} />
      <div className={`sh-wrap sh-gap-2 ${classes.actions}`}>
        <Button leftSection={<Copy size={20} aria-hidden />} onClick={() => void copy()} data-autofocus>
          Link kopieren
        </Button>
        <ActionButton
          variant="default"
          leftSection={<FileText size={20} aria-hidden />}
          isRunning={isRunning}
          onClick={() => void savePaper('link_letters')}
        >
          Brief als PDF
        </ActionButton>
        <Button variant="default" onClick={() => void savePaper('link_sheets')}>
          Kärtchen als PDF
        </Button>
        <ActionButton
          variant="default"
          leftSection={<RefreshCw size={20} aria-hidden />}
          isRunning={isRenewing}
          onClick={() => void renew()}
        >
          Link erneuern
        </ActionButton>
      </div>
    </Stack>
  )
}

interface ParentLinkWidgetProps {
  pupil: LinkedPupil
  onGone: () => void
}

/** Ux §3.4: the parents' link with its QR code, to be copied, printed or renewed. */
export const ParentLinkWidget = ({ pupil, onGone }: ParentLinkWidgetProps) => {
  const { data: link, error } = useQuery(linkQuery(pupil))
  const modal = useOpened(onGone)
  return (
    <Modal {...modal} size={560} title={`Elternlink: ${fullName(pupil)}`}>
      {link && <Shown pupil={pupil} link={link} />}
      {!link && error && <Alert color="red">{failureText(error)}</Alert>}
      {!link && !error && <LoadingText />}
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={modal.onClose}>
          Schließen
        </Button>
      </ButtonRow>
    </Modal>
  )
}
