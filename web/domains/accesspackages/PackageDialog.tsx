import { Alert, Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  accessPackageEndpoints,
  type PackageOptions,
  type PackageReply,
} from '#contract/accesspackages/accesspackages.ts'
import { failureText } from '#web/api/errors.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { PackageFileCard } from './PackageFileCard.tsx'
import { PackageForm } from './PackageForm.tsx'
import { firstChoice, type PackageChoice, type PackageDialogProps, packageForm } from './package-choice.ts'

type About = Omit<PackageDialogProps, 'onClose' | 'name'>

/** Families change: what can be chosen is read anew each time. */
const optionsQuery = ({ subject, id }: About) => ({
  ...queryFor(accessPackageEndpoints.options, { query: { subject, id } }, { quiet: true }),
  gcTime: 0,
})

interface AskingProps {
  about: About
  options: PackageOptions
  onMade: (made: PackageReply) => void
  onLeave: () => void
}

const Asking = ({ about, options, onMade, onLeave }: AskingProps) => {
  const [choice, setChoice] = useState<PackageChoice>(() => firstChoice(options, about.asker))
  const [asksRecipient] = useState(options.recipients.length > 1 || choice.recipient === undefined)
  const [isTried, setTried] = useState(false)
  const { run, isRunning } = useCall(accessPackageEndpoints.create)
  const submit = async () => {
    setTried(true)
    if (choice.recipient === undefined) return
    const made = await run({ body: packageForm(about, choice, options) })
    if (made) onMade(made)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <PackageForm
        options={options}
        choice={choice}
        onChange={(change) => setChoice((now) => ({ ...now, ...change }))}
        asksRecipient={asksRecipient}
        lacksRecipient={isTried}
      />
      <DialogButtonRow action="Auskunft erstellen" isRunning={isRunning} onLeave={onLeave} />
    </form>
  )
}

const confirmLoss = () =>
  confirmDialog({
    title: 'Ohne Datei schließen?',
    message: 'Das Passwort wird nicht noch einmal angezeigt. Ohne Passwort lässt sich die Datei nicht öffnen.',
    accept: 'Schließen',
    dismiss: 'Zurück',
    type: 'attention',
    prefers: 'dismiss',
  })

/** Asks for whom a package is made, and hands it out with its password. */
export const PackageDialog = ({ name, onClose, ...about }: PackageDialogProps) => {
  const { data: options, error } = useQuery(optionsQuery(about))
  const [made, setMade] = useState<PackageReply>()
  const [isSaved, setSaved] = useState(false)
  const [isPrinted, setPrinted] = useState(false)
  const { onClose: close, ...modal } = useOpened(onClose)
  const leave = async () => {
    if (made === undefined || isSaved || isPrinted || (await confirmLoss())) close()
  }
  return (
    <Modal {...modal} onClose={() => void leave()} size={600} title={`Auskunft: ${name}`}>
      {made && (
        <PackageFileCard
          {...{ made, isSaved, isPrinted }}
          onSaved={() => setSaved(true)}
          onPrinted={() => setPrinted(true)}
        />
      )}
      {!made && options && <Asking about={about} options={options} onMade={setMade} onLeave={close} />}
      {!made && !options && (error ? <Alert color="red">{failureText(error)}</Alert> : <LoadingText />)}
      {(made || !options) && (
        <ButtonRow align="end" isFoot>
          <Button variant="default" onClick={() => void leave()}>
            Schließen
          </Button>
        </ButtonRow>
      )}
    </Modal>
  )
}
