import { ProcessorFacts } from '#contract/processors/processor.record.ts'
import {
  NewProcessorForm,
  PROCESSOR_TEXTS,
  type Processor,
  ProcessorChange,
  processorEndpoints,
} from '#contract/processors/processors.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { fieldsIn } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { type Memory, useEdit } from '#web/forms/use-edit.ts'
import { loadProcessorAnew } from './processor-queries.ts'

const FIELDS = fieldsIn(ProcessorFacts, ['name', ['kind', 'place'], 'service', ['contract_on', 'reviewed_on'], 'note'])

interface ProcessorDialogProps extends Memory<Processor> {
  /** Missing: a new one. */
  processor?: Processor | undefined
  onGone: () => void
}

/** Somebody who processes data for the school, and the contract with them (domain DP-20). */
export const ProcessorDialog = ({ processor, onGone, ...memory }: ProcessorDialogProps) => {
  const today = useToday()
  const edit = useEdit({
    fields: FIELDS,
    loaded: processor,
    loadAnew: ({ id }) => loadProcessorAnew(id),
    rules: { add: NewProcessorForm, change: ProcessorChange },
    faultsOf: (values): Record<string, string> =>
      Object.fromEntries(
        ['contract_on', 'reviewed_on']
          .filter((field) => String(values[field]) > today)
          .map((field) => [field, PROCESSOR_TEXTS.ahead]),
      ),
    invalidates: [processorEndpoints.list],
    ...memory,
  })
  const add = useCall(processorEndpoints.add, edit.calls)
  const change = useCall(processorEndpoints.change, edit.calls)
  return (
    <RecordDialog
      title={processor ? `${processor.name} bearbeiten` : 'Auftragsverarbeiter eintragen'}
      action={processor ? 'Übernehmen' : 'Eintragen'}
      size={640}
      edit={edit}
      focus="name"
      onAdd={(body, idempotencyKey) => add.run({ body, idempotencyKey })}
      onChange={({ id, version }, changes) => change.run({ params: { id }, body: { ...changes, version } })}
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    />
  )
}
