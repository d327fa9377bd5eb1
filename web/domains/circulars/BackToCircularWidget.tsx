import { Link } from '@tanstack/react-router'
import { circularEndpoints } from '#contract/circulars/circulars.ts'
import { May } from '#web/api/May.tsx'
import { renewReplies } from '#web/api/queries.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'

/** Leads back to the circular that has led to this contact; nothing for whoever came another way. */
export const BackToCircularWidget = () => {
  const id = useUrlSearch().get('circular') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id)) return null
  return (
    <May do="manage pupil">
      <p className="sh-flush sh-below-3 sh-screen-only">
        {/* The address may just have been entered, so the circular is loaded anew. */}
        <Link {...linkTarget(paths.circular(Number(id)))} onClick={() => void renewReplies([circularEndpoints.get])}>
          Zurück zur Rundmail
        </Link>
      </p>
    </May>
  )
}
