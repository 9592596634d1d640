import { z } from 'zod';
import { contrast, darkened, paper } from '../../site/colours.ts';

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'is no colour. Write # and six digits.', abort: true });

/**
 * The two brand colours. The first is also set in words, which need a contrast of 7:1 on the page (WCAG
 * 2.2, 1.4.6); lines and marks need 3:1 (1.4.11).
 */
export const colours = z.strictObject({
  tint: colour.superRefine(strongOnPaper(7)),
  accent: colour.superRefine(strongOnPaper(3)),
});

function strongOnPaper(least: number) {
  return (hex: string, context: z.RefinementCtx) => {
    const ratio = contrast(hex, paper);
    if (ratio >= least) return;
    const near = darkened(hex, paper, least);
    const message = `is too weak on the page: ${ratio.toFixed(1)}:1, and ${least}:1 is needed. ${near} is near and passes.`;
    context.addIssue({ code: 'custom', message });
  };
}
