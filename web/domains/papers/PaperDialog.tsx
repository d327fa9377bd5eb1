import { PAPER_ENDPOINTS, PAPER_TEXTS, type Paper, PaperFacts, PaperForm } from '#contract/papers/papers.ts'
import { useCall } from '#web/api/queries.ts'
import type { InputOf } from '#web/forms/EditFrame.tsx'
import { fieldsIn } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { PaperFilesField } from './PaperFilesField.tsx'
import { changedByPapers, type PaperRecord } from './paper-actions.ts'
import { uploadOf, usePaperFiles } from './use-paper-files.ts'

const FIELDS = fieldsIn(PaperFacts, ['title', 'kind'])
const LABELS = { file: 'Datei', sizes: 'Datei' }

interface PaperDialogProps {
  record: PaperRecord
  /** Missing: a new one. */
  paper?: Paper | undefined
  onGone: () => void
}

/** Kind and title of a paper, and the files of a new one. */
export const PaperDialog = ({ record: { subject, id }, paper, onGone }: PaperDialogProps) => {
  const chosen = usePaperFiles()
  const { files } = chosen
  const endpoints = PAPER_ENDPOINTS[subject]
  const edit = useEdit<Paper, PaperForm, Partial<PaperForm>>({
    fields: FIELDS,
    loaded: paper,
    loadAnew: async (base) => base,
    rules: { add: PaperForm, change: PaperForm.partial() },
    faultsOf: (): Record<string, string> => (paper || files.length > 0 ? {} : { file: PAPER_TEXTS.none }),
    invalidates: changedByPapers(subject),
  })
  const { file, sizes, ...others } = edit.errors
  const errors = { ...(file && { file }), ...(sizes && { sizes }), ...others }
  const add = useCall(endpoints.add, edit.calls)
  const change = useCall(endpoints.change, edit.calls)
  const take = async (taken: readonly File[]) => {
    edit.forgetErrors()
    const [first] = await chosen.take(taken)
    if (first?.isPdf && !edit.values.title) edit.set('title', first.name.replace(/\.pdf$/i, ''))
  }
  // The file comes first: a phone begins with the camera.
  const arrange = (inputOf: InputOf) => (
    <>
      <PaperFilesField
        subject={subject}
        paper={chosen}
        error={edit.errors.file ?? edit.errors.sizes}
        onTake={(taken) => void take(taken)}
        onRemove={(key) => {
          edit.forgetErrors()
          chosen.remove(key)
        }}
      />
      {inputOf('title')}
      {inputOf('kind')}
    </>
  )
  return (
    <RecordDialog
      title={paper ? `${paper.title} bearbeiten` : 'Unterlage ablegen'}
      action={paper ? 'Übernehmen' : 'Ablegen'}
      edit={{ ...edit, errors, isDirty: edit.isDirty || files.length > 0 }}
      labels={LABELS}
      {...(paper ? { focus: 'title' } : { arrange })}
      onAdd={async (form) =>
        add.run({
          params: { id },
          ...(await uploadInput(form, files)),
          idempotencyKey: edit.keyFor({ form, files: files.map(({ key }) => key) }),
        })
      }
      onChange={({ id: paper_id, title, kind }, changes) =>
        change.run({ params: { id, paper_id }, body: { title, kind, ...changes } })
      }
      isRunning={add.isRunning || change.isRunning || chosen.isReading}
      onGone={onGone}
    />
  )
}

const uploadInput = async (form: PaperForm, files: Parameters<typeof uploadOf>[0]) => {
  const { body, sizes } = await uploadOf(files)
  return { body, query: { ...form, ...(sizes && { sizes }) } }
}
