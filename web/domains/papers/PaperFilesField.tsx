import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Camera, FileUp, X } from 'lucide-react'
import { useRef } from 'react'
import { NEVER_STORED, ONLY_SEEN, type PaperSubject } from '#contract/papers/papers.kinds.ts'
import { PAPER_LIMIT, PAPER_TYPES } from '#contract/papers/papers.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { bytesText } from '#web/ui/bytes-text.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import classes from './papers.module.css'
import type { ChosenFile, PaperFiles } from './use-paper-files.ts'

const FIELD = 'file'

const useTouch = () => useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })

/** Opens the camera of a phone or tablet; elsewhere it would only choose a file. */
const CameraButton = ({ hasPhotos, isRunning, onTake }: CameraButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  const hasTouch = useTouch()
  if (!hasTouch) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        capture="environment"
        data-testid="camera-file"
        onChange={(event) => {
          onTake([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <ActionButton
        variant="default"
        isRunning={isRunning}
        leftSection={<Camera size={20} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {hasPhotos ? 'Nächste Seite fotografieren' : 'Foto aufnehmen'}
      </ActionButton>
    </>
  )
}
interface CameraButtonProps {
  hasPhotos: boolean
  isRunning: boolean
  onTake: (files: readonly File[]) => void
}

const nameOf = ({ isPdf, name }: ChosenFile, index: number) => (isPdf ? name : `Seite ${index + 1}`)

interface PaperFilesFieldProps extends SubjectProps {
  paper: PaperFiles
  /** What the server said about the files. */
  error: string | undefined
  onTake: (files: readonly File[]) => void
  onRemove: (key: string) => void
}

interface SubjectProps {
  subject: PaperSubject
}

const NEVER_TITLE = 'Nur ansehen, nicht ablegen'

/** What is never kept; on a phone it is folded, so that the buttons are in sight. */
const NeverStored = ({ subject }: SubjectProps) => {
  const { papers, noted } = ONLY_SEEN[subject]
  if (useNarrow())
    return (
      <details className={`sh-small ${classes.never}`}>
        <summary>
          <strong>{NEVER_TITLE}:</strong> Ausweis, Atteste …
        </summary>
        <p className="sh-flush sh-above-1">
          {papers}. {noted} {NEVER_STORED[subject]}
        </p>
      </details>
    )
  return (
    <p className={`sh-flush sh-small ${classes.never}`}>
      <strong>{NEVER_TITLE}:</strong> {papers}. {noted} {NEVER_STORED[subject]}
    </p>
  )
}

/** One PDF or several photos, with what is never kept; on a phone the camera comes first. */
export const PaperFilesField = ({ subject, paper, error, onTake, onRemove }: PaperFilesFieldProps) => {
  const { files, isReading } = paper
  const refusal = error ?? paper.error
  const hasTouch = useTouch()
  const remove = (key: string) => {
    onRemove(key)
    // The pressed button is gone.
    focusField(FIELD)
  }
  return (
    <div>
      <NeverStored subject={subject} />
      <FileField
        id={FIELD}
        label="Datei"
        accept={PAPER_TYPES}
        errors={refusal ? [refusal] : []}
        hint={`Eine PDF oder Fotos (JPEG, PNG), zusammen bis ${PAPER_LIMIT}. Mehrere Fotos werden eine PDF mit einer Seite je Foto. Ort und Zeit der Aufnahme werden entfernt.`}
        button={{ text: 'Datei wählen', icon: <FileUp size={20} aria-hidden />, isRunning: isReading }}
        onTake={onTake}
        isSeveral
        extra={<CameraButton hasPhotos={files.some(({ isPdf }) => !isPdf)} isRunning={isReading} onTake={onTake} />}
      >
        {files.length > 0 ? (
          <ol className={`sh-plain-list sh-breaks ${classes.files}`}>
            {files.map((one, index) => (
              <li key={one.key} className="sh-inline sh-gap-2">
                {one.preview && <img className={classes.preview} src={one.preview} alt="" />}
                {nameOf(one, index)} <span className="sh-quiet sh-small">{bytesText(one.file.size)}</span>
                <ActionIcon aria-label={`${nameOf(one, index)} entfernen`} onClick={() => remove(one.key)}>
                  <X size={20} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ol>
        ) : (
          !hasTouch && <p className="sh-quiet sh-flush">Eine Datei wählen oder hierher ziehen.</p>
        )}
      </FileField>
      <p role="status" className="sh-quiet sh-flush">
        {isReading && 'Fotos werden verkleinert …'}
      </p>
    </div>
  )
}
