"""What speaks a script: eSpeak NG, which is built in, and servers that speak OpenAI's format."""
