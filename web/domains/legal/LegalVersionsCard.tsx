import { useQuery } from '@tanstack/react-query'
import { LEGAL_TITLES, type LegalKey } from '#contract/legal/legal.ts'
import { VersionsCard } from '#web/forms/VersionsCard.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import classes from './LegalPage.module.css'
import { versionsQuery } from './legal-query.ts'

const nameOf = (version: number) => (version === 0 ? 'Mitgelieferter Text' : `Fassung ${version}`)

interface LegalVersionsCardProps {
  legalKey: LegalKey
  /** Undefined while a text is being written already. */
  onTakeOver: ((body: string) => void) | undefined
}

/** Every version stays readable; an old one can be taken over into the editor. */
export const LegalVersionsCard = ({ legalKey, onTakeOver }: LegalVersionsCardProps) => {
  const { data, isError, refetch } = useQuery(versionsQuery(legalKey))
  const versions = data?.map(({ version_number, created_at, created_by_name, body_markdown }) => ({
    number: version_number,
    name: nameOf(version_number),
    at: created_at,
    by: created_by_name,
    body: body_markdown,
  }))
  return (
    <div className={`sh-screen-only ${classes.versions}`}>
      <VersionsCard
        title="Fassungen"
        order={2}
        versions={versions}
        hasFailed={isError}
        onRetry={() => void refetch()}
        dialogOf={({ name, body }, onClose) => {
          const takeOver = () => {
            onClose()
            onTakeOver?.(body)
          }
          return (
            <NativeDialog
              title={`${LEGAL_TITLES[legalKey]}: ${name}`}
              onClose={onClose}
              {...(onTakeOver && { action: { label: 'In den Editor übernehmen', run: takeOver } })}
            >
              <TextBlocks text={body} />
            </NativeDialog>
          )
        }}
      />
    </div>
  )
}
