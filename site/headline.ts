interface Headline {
  title: string;
  titleAccent: string;
}

/**
 * How the headline of the first view is set: the class of its size, and how many letters of one word
 * a window of 320 px holds in it.
 */
export function headlineSize({ title, titleAccent }: Headline): {
  name?: 'long' | 'longest';
  word: number;
} {
  const letters = title.length + titleAccent.length;
  if (letters <= 50) return { word: 11 };
  return letters <= 85 ? { name: 'long', word: 15 } : { name: 'longest', word: 20 };
}
