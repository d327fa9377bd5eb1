import { Radio } from '@mantine/core'
import { EXPORT_FORMATS, EXPORT_LABELS, type ExportFormat } from '#contract/pupilexports/pupilexports.ts'
import { EXPORT_TEXTS } from './export-texts.ts'
import classes from './PupilExportWidget.module.css'

interface ExportFormatFieldProps {
  value: ExportFormat
  onChange: (format: ExportFormat) => void
}

/** Formats by what they are for. */
export const ExportFormatField = ({ value, onChange }: ExportFormatFieldProps) => (
  <Radio.Group
    label="Wofür ist die Datei?"
    value={value}
    onChange={(format) => onChange(format as ExportFormat)}
    name="export-format"
  >
    <div className={`sh-above-2 sh-grid ${classes.formats}`}>
      {EXPORT_FORMATS.map((format) => (
        <Radio
          key={format}
          value={format}
          label={EXPORT_LABELS[format]}
          description={EXPORT_TEXTS[format].purpose}
          data-autofocus={format === value ? true : undefined}
        />
      ))}
    </div>
  </Radio.Group>
)
